def check(q,a): return []
