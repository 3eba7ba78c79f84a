"""The hall: what players and helpers do from phones, by links that the desk has made."""
