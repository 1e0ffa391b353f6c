"""Live pages: a hint that something happened, from whoever wrote it to every open page.

A hint says what kind of thing changed, never what it is now: the page asks for its piece again
by the ordinary address, which knows who may see what. So a hint that is lost costs freshness, not
truth, and pages go on asking now and then by themselves.
"""
