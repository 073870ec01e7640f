import { defineTables } from '../kernel/sql/define-table.ts'

/**
 * The search index: an inverted index in tables, written in the same transactions as the rows it covers, and rebuilt
 * together with them. A row of postings holds the documents that contain a term, how often, and their lengths, as text in
 * the format of `knowledge/search/postings.ts`. New rows are added to `search_recent` in order of arrival; merging moves
 * them into `search_postings`, where the rows of a term are stored together, so that zone maps find them, and a few rows
 * hold all documents of a term.
 *
 * Texts stay in `sources`. The only indexes look up a few documents and their texts: without them, one text costs reading
 * the two thousand around it (measured: ten of 100,000 in 4 ms, not 9). Their price: the space of a replaced source isn't
 * reused until the read models are rebuilt.
 */
export const searchTables = defineTables({
  /** A document is one state of an artifact. */
  search_documents: {
    document: 'integer',
    kind: 'text', // source, fact
    artifact: 'text', // sources.source_key, facts.fact_id
    text_hash: 'bigint', // of title and text
    length: 'integer', // terms, weighted
    language: 'text',
    subject: 'integer?', // whom it is about …
    customer_id: 'text?', // … or, where a rule found it, whom
    source_types: 'text', // of a fact: of all its evidence, separated by blanks
    occurred_at: 'timestamp',
  },

  /** Number of documents. One row per language. */
  search_languages: {
    language: 'text',
    documents: 'bigint',
    length: 'bigint', // of all of them
  },

  /** Deleted documents, while there may be postings of them. */
  search_gone: {
    document: 'integer',
    met: 'boolean', // was there before merging began with the first term
  },

  search_recent: {
    term: 'bigint', // hash of language and stem; '*' where it is the same in all of them
    documents: 'integer',
    postings: 'text',
  },

  search_postings: {
    term: 'bigint',
    documents: 'integer',
    postings: 'text uncompressed',
  },

  /** All words without marks, except for short ones and numbers: what a mistyped one may have meant. */
  search_words: {
    hash: 'bigint', // of language and word
    language: 'text',
    word: 'text',
  },

  /** Where merging continues: terms from here on are next. One row. */
  search_merge: {
    next_term: 'bigint',
  },
})

/** Increase it when a change of `knowledge/search/` leads to other terms: the index is then rebuilt. */
const analysis = 3

/** Objects other than plain tables. Document numbers are never reused. */
export const searchObjects = /* sql */ `
-- Analysis ${analysis}
create sequence if not exists search_document;
create index if not exists sources_by_key on sources (source_key);
create index if not exists search_documents_by_number on search_documents (document);

-- What a model makes of a document's text, where an embeddings endpoint is configured.
create table if not exists search_vectors (
  document integer not null,
  model varchar not null,
  vector float[] not null
);
`
