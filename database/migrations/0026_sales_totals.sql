CREATE TABLE "sales_of_customers" (
	"month" timestamp with time zone NOT NULL,
	"user_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL,
	CONSTRAINT "sales_of_customers_month_user_id_pk" PRIMARY KEY("month","user_id")
);
--> statement-breakpoint
CREATE TABLE "sales_of_hours" (
	"hour" timestamp with time zone PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_of_parts" (
	"month" timestamp with time zone NOT NULL,
	"part_id" uuid NOT NULL,
	"orders" integer NOT NULL,
	"pieces" bigint NOT NULL,
	"turnover_cents" bigint NOT NULL,
	CONSTRAINT "sales_of_parts_month_part_id_pk" PRIMARY KEY("month","part_id")
);
--> statement-breakpoint
ALTER TABLE "sales_of_customers" ADD CONSTRAINT "sales_of_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sales_of_parts" ADD CONSTRAINT "sales_of_parts_part_id_parts_id_fk" FOREIGN KEY ("part_id") REFERENCES "public"."parts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("paid_at") WHERE "orders"."paid_at" is not null;--> statement-breakpoint
CREATE INDEX "quotes_by_time" ON "quotes" USING btree ("created_at");