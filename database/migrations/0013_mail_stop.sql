CREATE TABLE "mail_stop" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"cause" text NOT NULL,
	"advice" text NOT NULL,
	"needs_mail" boolean NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mail_stop_only_one" CHECK ("mail_stop"."only")
);
