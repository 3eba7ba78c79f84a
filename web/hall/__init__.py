"""The hall's pages: what phones, screens and helpers see and send, by links; and the desk's page of these links."""
