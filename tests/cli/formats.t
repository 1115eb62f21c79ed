Reports are checked before the run: format, folder, and that only one goes to standard output.

  $ stubborn run -o htm:x
  $ stubborn run -o html
  $ stubborn run -o pdf:x
  $ stubborn run -o html:no/such/folder/x.html
  $ stubborn run -o json:- -o tap:-
