/* The message with the code of an application opens it: nobody but its recipient reads it. */
alter table outbox drop constraint outbox_key_kind_check;
alter table outbox add constraint outbox_key_kind_check check (key_kind in ('invitation', 'reset', 'order', 'application'));
