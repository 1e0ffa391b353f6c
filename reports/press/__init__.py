"""The press: from HTML to PDF, in processes of their own. Knows no Django and no tournament.

`parts` says what is printed, `printer` sets one part with WeasyPrint, `binding` joins the parts
and lays the shared backdrop under each page, `worker` is the child process and `crew` the two
of them at work.
"""
