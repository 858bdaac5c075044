CREATE TABLE "freight_methods" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"carrier" text NOT NULL,
	"rules" jsonb NOT NULL,
	"incoterm" text NOT NULL,
	"place" text DEFAULT '' NOT NULL,
	"transit_days" integer NOT NULL,
	"list_place" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp with time zone,
	CONSTRAINT "freight_methods_incoterm_known" CHECK ("freight_methods"."incoterm" in ('EXW', 'FCA', 'CPT', 'CIP', 'DAP', 'DPU', 'DDP')),
	CONSTRAINT "freight_methods_transit_bounds" CHECK ("freight_methods"."transit_days" between 0 and 120),
	CONSTRAINT "freight_methods_version_counts_from_one" CHECK ("freight_methods"."version" >= 1)
);
