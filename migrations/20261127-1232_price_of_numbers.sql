/* The calling code of a number in E.164, with its +: '+234'. No code begins with another (ITU E.164). */
create function akada_calling_code(number text) returns text
language sql immutable parallel safe
as $$
  -- Apart, because an expression takes the longest of its branches.
  select coalesce(substring(number from '^\+(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])'),
    substring(number from '^\+[0-9]{3}'))
$$;
grant execute on function akada_calling_code(text) to akada_app;

/*
 * What a message to a number costs: the price of the longest beginning, otherwise, because new networks appear all the time, that
 * of the dearest network of its country. No row for a country without any price.
 */
create function akada_price_of(of_institution int, of_channel text, number text) returns table (network text, price bigint)
language sql stable rows 1
as $$
  select case when starts_with($3, p.prefix) then p.network else 'Other networks' end, p.price
  from (select akada_calling_code($3) as code offset 0) c
  join message_prices p on p.institution_id = $1 and p.channel = $2 and (starts_with($3, p.prefix) or starts_with(p.prefix, c.code))
  order by case when starts_with($3, p.prefix) then length(p.prefix) end desc nulls last, p.price desc nulls last limit 1
$$;
grant execute on function akada_price_of(int, text, text) to akada_app;
