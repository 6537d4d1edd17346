"""What Word, PowerPoint and spreadsheet files say and where."""
