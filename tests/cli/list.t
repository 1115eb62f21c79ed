One line each.

  $ cd $TESTS && stubborn list scenarios suite/good.yaml suite/verdicts.yaml
  $ cd $TESTS && stubborn list scenarios suite/good.yaml --filter '!good/memory'
  $ stubborn list requirements 2>/dev/null | grep '^FRAME-00[12]' | sed 's/[0-9]* scenario/N scenario/; s/[0-9]* fault/N fault/'
  $ stubborn list faults | grep mem-decimal
  $ stubborn list packets | grep -E '^(m|MultiMemRead|vCont) '
  $ stubborn list programs | grep -E '^hello '  | sed 's/[0-9]\+/N/'
  $ stubborn list settings
  $ stubborn list profiles | cut -d' ' -f1
