-- What the migrations of earlier releases made, under names that are used no longer. It goes with its triggers in the transaction that first applies the
-- files of this folder, which make those that are still wanted again.
drop function if exists
  book_bank_over(), book_bank_receipt(), book_charges(), book_dispute(), book_over_given_back(), book_over_reduced(), book_paper(),
  book_part_given_back(), book_payment(), book_payout(), book_receipt(), book_receipt_returned(), book_refund(), book_refund_given_back(),
  book_unmatched_payment(), check_entry_balance(), check_hold_change(), check_number_used(), check_order_change(), check_paper(),
  check_parcel(), check_price_breaks(), check_refund_change(), check_return(), check_return_picture(), check_withdrawal(), count_on(),
  date_open_item(), give_part_number(), keep_category_tree(), keep_changed_in(), keep_paper(), keep_part_facets(), keep_part_words(),
  keep_receipt(), keep_refunded_cents(), mark_quote_changed(), queue_order_webhook(), queue_paper_webhook(), queue_parcel_webhook(),
  queue_return_webhook(), record_changed_tax(), record_order_event(), record_parcel_event(), record_placed_order(), record_restocked(),
  record_return_event(), record_withdrawal(), refuse_audit_change(), refuse_bank_change(), refuse_ledger_change(),
  refuse_order_event_change(), refuse_payout_change(), refuse_payout_line_change(), refuse_posting_change(), refuse_tax_rate_change(),
  share_changed_tax(), share_placed_tax(), ship_what_is_left(), tax_order(), tell_all_processes(), tell_of_facets(), tell_of_order(),
  tell_own_connection(), events_told_by(orders) cascade;
