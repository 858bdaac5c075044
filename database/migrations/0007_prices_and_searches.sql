CREATE TABLE "missed_today" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"who" text NOT NULL,
	CONSTRAINT "missed_today_day_kind_form_who_pk" PRIMARY KEY("day","kind","form","who")
);

--> statement-breakpoint
-- The offers that a part has had within the last day, the given one of now included: before each of its changes the price and the
-- ladder were what the first later change found.
create function offers_of_day(part uuid, price_now numeric, breaks_now jsonb) returns table (price numeric, breaks jsonb)
language sql stable as $$
  select price_now, breaks_now
  union
  select
    coalesce((select before::numeric from part_changes as later
      where later.part_id = part and later.field = 'price' and later.at >= change.at order by position limit 1), price_now),
    coalesce((select (select coalesce(jsonb_agg(jsonb_build_object('from', step -> 0, 'price', step -> 1) order by place), '[]')
        from jsonb_array_elements(before::jsonb) with ordinality as steps (step, place))
      from part_changes as later
      where later.part_id = part and later.field = 'priceBreaks' and later.at >= change.at order by position limit 1), breaks_now)
  from part_changes as change
  where change.part_id = part and change.field in ('price', 'priceBreaks') and change.at > now() - interval '1 day'
$$;
--> statement-breakpoint
-- As `falls_beyond`, against each offer that the part has had within a day: several small falls count as the one that they are.
create function falls_beyond_in_a_day(part uuid, price numeric, breaks jsonb, new_price numeric, new_breaks jsonb, most_percent integer)
returns boolean language sql stable as $$
  select exists (
    select from offers_of_day(part, falls_beyond_in_a_day.price, falls_beyond_in_a_day.breaks) as offer
    where falls_beyond(offer.price, offer.breaks, new_price, new_breaks, most_percent))
$$;
--> statement-breakpoint
-- The number of the part that these words mean by the shop's own word; otherwise the words. A part that has the words as its number
-- comes first: what the shop has said of a text never stands beside a number.
create or replace function meant_words(words text) returns text language sql stable parallel safe as $$
  select coalesce(
    (select part_number from search_answers join parts on parts.id = part_id where form = search_form(words) and deleted_at is null
      and not exists (select from parts as named where named.search_number = search_form(words) and named.deleted_at is null)),
    words)
$$;
