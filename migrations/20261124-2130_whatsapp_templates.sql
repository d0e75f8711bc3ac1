/* A message by WhatsApp fills a template that was approved: its name, language, text, and values with fields in braces. */
alter table messages add column template jsonb check (jsonb_typeof(template) = 'object');
/* The same for one recipient: name, language and the values as sent. The body says what the recipient reads. */
alter table outbox add column template jsonb check (jsonb_typeof(template) = 'object');
