/* A cut-off changes thousands of applications at once: new entries of their search wait in a short list. */
alter index applications_search set (fastupdate = on, gin_pending_list_limit = 1024);
