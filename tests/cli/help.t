The overview, and one command in full.

  $ stubborn --help
  $ stubborn --version
  $ stubborn help send
  $ stubborn send --help | diff - <(stubborn help send)

Every command has help of its own, no line is wider than 100 columns.

  $ for c in run selftest list lint stub send decode packet-reference help; do stubborn help $c; done | awk 'length > 100'

The manual page and the completion are well-formed.

  $ stubborn help --man | head -3
  $ stubborn help --man | man -l --warnings -Tutf8 - >/dev/null
  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn se); COMP_CWORD=1; _stubborn; echo ${COMPREPLY[@]}'
  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn stub --multimem ""); COMP_CWORD=3; _stubborn; echo ${COMPREPLY[@]}'
  $ bash -c 'source <(stubborn help --completion); COMP_WORDS=(stubborn send --no); COMP_CWORD=2; _stubborn; echo ${COMPREPLY[@]}'
