-- Lists are counted, and their pages found, by plain statements (docs/decisions/0060-long-lists-are-counted-and-skipped.md). A database that
-- has the triggers loses them with their functions.
drop function if exists count_added_parts(), count_gone_parts(), count_part_shown_or_not(), count_added_orders(), count_gone_orders(),
  count_order_shown_or_not(), forget_list_counts() cascade;
--> statement-breakpoint
drop function if exists parts_page(bigint, integer), list_position(text, bigint), list_length(text);
--> statement-breakpoint
DROP TABLE "list_counts";--> statement-breakpoint
DROP TABLE "list_moves";
