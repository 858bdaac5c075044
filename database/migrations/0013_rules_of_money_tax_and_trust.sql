-- What was known of VAT ids, by the last answer.
insert into vat_ids (vat_id, status, answered_at, ask_at)
select distinct on (vat_id) vat_id, vat_id_status, case when vat_id_status <> 'unverified' then coalesce(checked_at, updated_at) end, ask_at
from billing_details where vat_id is not null
order by vat_id, checked_at desc nulls last
on conflict do nothing;
