-- Orders of which something was given back, which totals of sales count in full.
create index orders_given_back on orders (paid_at) where refunded_cents > 0 and paid_at is not null;
--> statement-breakpoint
-- What is stored in this form, where it is another one now. What would be the same as another row keeps the form that it has.
update parts set name = name, part_number = part_number
  where octet_length(name || part_number || attributes::text) > length(name || part_number || attributes::text) and not exists (
    select from parts as other where other.id <> parts.id and other.deleted_at is null and search_form(other.part_number) = search_form(parts.part_number));
--> statement-breakpoint
-- A restored catalogue has no triggers yet.
insert into part_words select distinct unnest(tsvector_to_array(part_terms(name, attributes))) from parts
  where octet_length(name || attributes::text) > length(name || attributes::text) on conflict do nothing;
--> statement-breakpoint
reindex index parts_by_term;
--> statement-breakpoint
update customer_part_numbers as own set form = search_form(number) where form <> search_form(number) and not exists (
  select from customer_part_numbers as other
  where other.user_id = own.user_id and other.number <> own.number and search_form(other.number) = search_form(own.number));
--> statement-breakpoint
update search_answers as own set form = search_form(text) where form <> search_form(text) and not exists (
  select from search_answers as other where other.id <> own.id and search_form(other.text) = search_form(own.text));
--> statement-breakpoint
update synonyms as own set form = search_form(words) where form <> search_form(words) and not exists (
  select from synonyms as other where other.id <> own.id and search_form(other.words) = search_form(own.words));
--> statement-breakpoint
drop index users_by_text;
--> statement-breakpoint
create index users_by_text on users using gin (email gin_trgm_ops, fold_text(display_name) gin_trgm_ops);
--> statement-breakpoint
drop index invoices_by_text;
--> statement-breakpoint
create index invoices_by_text on invoices using gin (fold_text(buyer_name) gin_trgm_ops, fold_text(number) gin_trgm_ops);
--> statement-breakpoint
create index bank_movements_by_text on bank_movements using gin (
  fold_text(payer || ' ' || text || ' ' || reference || ' ' || payer_account) gin_trgm_ops);
--> statement-breakpoint
drop index parcels_by_tracking_number;
--> statement-breakpoint
create index parcels_by_tracking_number on parcels (search_form(tracking_number) text_pattern_ops) where tracking_number is not null;
--> statement-breakpoint
drop statistics orders_references;
--> statement-breakpoint
drop index orders_by_reference;
--> statement-breakpoint
create index orders_by_reference on orders (fold_text(reference) text_pattern_ops) where reference is not null;
--> statement-breakpoint
drop index orders_by_state_and_reference;
--> statement-breakpoint
create index orders_by_state_and_reference on orders (state, fold_text(reference) text_pattern_ops) where reference is not null;
--> statement-breakpoint
-- Used for the beginnings of references and payments, see 0000.
create statistics orders_references on (fold_text(reference)) from orders;
--> statement-breakpoint
drop index orders_by_transaction;
--> statement-breakpoint
drop statistics orders_transactions;
--> statement-breakpoint
create statistics orders_transactions on (fold_text(substr(transaction_id, 8))) from orders;
--> statement-breakpoint
create index orders_by_transaction on orders (fold_text(substr(transaction_id, 8)) text_pattern_ops) where transaction_id is not null;
