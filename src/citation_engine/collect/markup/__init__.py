"""HTML, XML and EPUB: what a reader of them sees."""
