/**
 * The search index: an inverted index in tables, so that it is written with the rows that it is about and killed or
 * made anew together with them. A posting says how often a term stands in a document. New postings lie in
 * `search_recent` in the order of their arrival; merging moves them into `search_postings`, where the rows of a term lie
 * together, so that zone maps find them among tens of millions.
 *
 * Whoever changes how a text becomes terms (`knowledge/search/`) raises the number here: the index is then made anew.
 * Analysis 1.
 */
export const searchTables = /* sql */ `
-- A document is one state of an artifact. Numbers are given out once: postings of a former state find no row here.
create sequence if not exists search_document;
create table if not exists search_documents (
  document integer not null,
  kind varchar not null,             -- source, fact
  artifact varchar not null,         -- sources.source_key, facts.fact_id
  text_hash bigint not null,         -- of title and text
  length integer not null,           -- terms, weighted
  language varchar not null,
  subject integer,                   -- whom it is about …
  customer_id varchar,               -- … or, where a rule found it, whom
  source_types varchar not null,     -- of a fact: of all its evidence, separated by blanks
  occurred_at timestamp not null
);

create table if not exists search_recent (
  term bigint not null,              -- hash of language and stem
  document integer not null,
  frequency integer not null         -- weighted: a title counts for more
);

create table if not exists search_postings (
  term bigint not null,
  document integer not null,
  frequency integer not null
);

-- Every term there is: for look-ups of words that were mistyped.
create table if not exists search_terms (
  term bigint not null,
  language varchar not null,         -- '*' for what holds in all of them
  stem varchar not null
);

-- Where merging goes on: terms from here are next. One row.
create table if not exists search_merge (
  next_term bigint not null
);

-- What a model makes of a document's text, where an embeddings endpoint is configured.
create table if not exists search_vectors (
  document integer not null,
  model varchar not null,
  vector float[] not null
);
`

/** Where a micro-batch's postings lie on their way into the index: of each document all terms, separated by blanks. */
export const searchStagingTables = /* sql */ `
create temp table if not exists staged_postings (document integer, terms varchar, frequencies varchar);
`
