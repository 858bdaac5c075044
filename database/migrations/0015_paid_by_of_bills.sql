-- Of payments that the previous release recorded itself; all others were by card.
update orders set paid_by = case when transaction_id like 'bank\_%' then 'transfer' else 'account' end
where transaction_id like 'bank\_%' or transaction_id like 'acct\_%';--> statement-breakpoint
update payments set paid_by = case when intent_id like 'bank\_%' then 'transfer' else 'account' end
where intent_id like 'bank\_%' or intent_id like 'acct\_%';
