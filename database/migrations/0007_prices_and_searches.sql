CREATE TABLE "missed_today" (
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"who" text NOT NULL,
	CONSTRAINT "missed_today_day_kind_form_who_pk" PRIMARY KEY("day","kind","form","who")
);
