/**
 * The schema, as the steps that made it: forward only, never edited once released. The place in the list is the version, 1-based.
 * Values are JSON as text, because `jsonb` refuses characters that a model may answer.
 */
export const MIGRATIONS: readonly string[] = [
  `create table plumbline.records (
     key text primary key,
     version bigint not null,
     body text not null,
     changed_at timestamptz not null default now()
   );
   create table plumbline.journal (
     run_id text not null,
     key text not null,
     value text not null,
     kept_at timestamptz not null default now(),
     primary key (run_id, key)
   );
   create index journal_kept_at on plumbline.journal (kept_at);`,
  `alter table plumbline.records add column installation_id bigint, add column repository_id bigint;
   create index records_installation on plumbline.records (installation_id, repository_id);
   create index records_changed_at on plumbline.records (changed_at);
   create table plumbline.run_records (
     run_id text primary key,
     record_key text not null references plumbline.records (key) on delete cascade
   );
   create index run_records_key on plumbline.run_records (record_key);`,
];
