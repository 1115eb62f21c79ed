Replies in words. The reference stub's time is virtual: its answers take none.

  $ stubborn send --program hello '?' qC vCont? vMustReplyEmpty 'm10000,8' m0,1
  $ stubborn send --program hello --no-ack 'vCont;c'
  $ stubborn send --program hello --rtt 20ms qC

Wire bytes by hand, and what came in both directions.

  $ stubborn send --program hello --raw '+$qC#b4' '+' '$qC#00'
  $ stubborn send --program hello -v qC

Another form of a packet through a setting of the stub; a fault.

  $ stubborn send 'MultiMemRead:ranges:10000,4,10010,2;' | head -2
  $ stubborn send --timeout 100ms 'nothing-like-this' 'vFile:open:2f62696e2f68656c6c6f,0,0'

A stub that ends, and one that does not answer.

  $ stubborn send --stub 'pipe:sh -c "read x; echo oops >&2; exit 3"' '?'
  $ stubborn send --stub 'pipe:sleep 20' --timeout 50ms '?'
