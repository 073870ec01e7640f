/** Whether a text stands in the place of an id that was missing: it links nobody. */
export function isPlaceholder(id: string): boolean {
  if (isTemplate(id)) return true
  const bare = id.toLowerCase().replace(notOfWords, '')
  return (
    bare === '' ||
    id === '-1' ||
    words.has(bare) ||
    fieldNames.test(bare) ||
    /^(?:(?:0x)?0+|f{32}|x{3,}|(?:undefined|null|none|nan)+)$/.test(bare)
  )
}

/** Whether a template was sent before it was filled in: `{{user.id}}`, `${id}`, `%USER_ID%`. */
export function isTemplate(text: string): boolean {
  return wholeTemplate.test(text) || marks.some((mark) => text.includes(mark))
}

/** All but letters, digits and pictures. */
const notOfWords = /[^\p{L}\p{M}\p{N}\p{So}]/gu

/** Marks of template languages that stand in no id. */
const marks = ['{{', '}}', '${', '#{', '<%', '{%', '*|', '[[', '@@', '%%', '<?', '%7B', '%7b']

/** A name in the brackets of other templates. An id in brackets, as Windows writes uuids, has digits. */
const wholeTemplate =
  /^(?:%[a-z_ .-]+%|%\([a-z_ .-]+\)s|%[sd]|\{[a-z_ .-]*\}|\{\d\}|<[a-z_ .-]+>|\[[a-z_ .-]+\]|__[a-z_ ]+__)$/i

/** The name of the field, in place of its value: `user_id`, `currentUser.email`, `deleted-user`. */
const fieldNames =
  /^(?:current|my|your|the|external|anonymous|internal|this|window|processenv|no|deleted|removed|redacted|missing|undefined|null)?(?:user|customer|account|company|organization|org|contact|visitor|member|person|profile|lead|client|subscriber|recipient|distinct|device|session|data|props?)*(?:id|ids|uid|uuid|guid|email|emailaddress|mail|username|name|firstname|lastname|fullname|fingerprint|identifier)?(?:here)?$/

/** Without their punctuation: `n/a` is here as `na`. */
const words = new Set(
  `null nil none undefined nan infinity na void empty blank missing invalid error unknown unidentified unassigned unset
  notset notavailable notapplicable notfound notauthenticated notloggedin loggedout anonymous anon guest nobody nouser
  noone default string example sample dummy fake placeholder changeme replaceme todo tbd tba fixme deleted
  removed redacted test tests testing tester true false objectobject objectundefined objectnull
  ref optionalnil`.split(/\s+/),
)
