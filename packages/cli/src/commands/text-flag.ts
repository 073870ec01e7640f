export interface TextFlag {
  kind: 'parsed'
  parse: (text: string) => unknown
  optional: true
  brief: string
  placeholder: string
}

/** A flag that may be omitted; `parse` makes of its text what the command takes. */
export function textFlag(brief: string, placeholder = 'text', parse: TextFlag['parse'] = String): TextFlag {
  return { kind: 'parsed', parse, optional: true, brief, placeholder }
}
