Payloads and wire bytes, each in words.

  $ stubborn decode 'vCont;s:p1.2;c' '$m1000,4#8e' 'Z0,401000,1' 'qSupported:multiprocess+;swbreak+'
  $ stubborn decode --from stub 'T05thread:p1.2;swbreak:;' '$OK#9a' 'E01' ''
  $ stubborn decode --from stub --request m1000,4 deadbeef
  $ stubborn decode 'X1000,2:\x7d\x03\xff'

Damage is told, and ends with status 1.

  $ stubborn decode '$m1000,4#8f'
  $ stubborn decode '$m1000'
  $ stubborn decode --acks '+$?#3fjunk-'

Hex dumps and raw bytes.

  $ stubborn decode --hex '24 3f 23 33 66'
  $ stubborn decode --hex '24 3'
  $ printf '+$?#3f\003' | stubborn decode --raw

Logs of GDB, LLDB and gdbserver as they are.

  $ stubborn decode <<'X'
  > [remote] Sending packet: $qXfer:features:read:target.xml:0,ffb#79
  > [remote] Packet received: l<target/>
  > Sending packet: $Hg0#df...Packet received: OK
  >  <  19> send packet: $QStartNoAckMode#b0
  >  <   6> read packet: $OK#9a
  > getpkt ("vCont;c");  [no ack sent]
  > putpkt ("$W00#b7"); [noack mode]
  > X
