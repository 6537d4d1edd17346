"""Office files: Word, PowerPoint, Excel and OpenDocument spreadsheets."""
