"""The linear relaxation, solved by GLOP with columns and cuts added as needed."""
