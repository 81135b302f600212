"""Views: what the commands print beyond one line of talk. A view draws what it is given and reads nothing else."""
