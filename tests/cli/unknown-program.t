A stub that debugs a program we know nothing of: no symbols, but a stack, and below it memory to write to.

  $ stubborn run --stub 'pipe:stubborn stub --quiet --listen stdio sleeper' --filter escapes/ | grep escapes
    escapes         14 pass

What a stub does wrong again and again is told once.

  $ stubborn run --stub 'pipe:stubborn stub --quiet --listen stdio --fault esc-star-raw sleeper' --filter multimemread/longer-than-a-packet | grep -A1 '   rule'
  [1]
