/* A text can reveal several things: the permissions for all of them, with a space between two. */
alter table outbox add constraint outbox_needs check (needs ~ '^[a-z]+[.][A-Za-z]+( [a-z]+[.][A-Za-z]+)*$');
alter table messages add constraint messages_needs check (needs ~ '^[a-z]+[.][A-Za-z]+( [a-z]+[.][A-Za-z]+)*$');
