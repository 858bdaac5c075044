/** Statements that turn an empty database into one of a version before 1.0.0, as far as this version checks it. */
export const madeEarlier = `
  create schema drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
  insert into drizzle.__drizzle_migrations (hash, created_at) values (repeat('a', 64), 1), (repeat('b', 64), 2);
  create table users (email text);
  insert into users values ('ann@example.com')`
