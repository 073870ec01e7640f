import { drawLine } from '@customer-intel/contract/terminal-text'

const frames = { unicode: '⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏', ascii: '|/-\\' }
const startMs = 150
const frameMs = 80

/** Something turns on standard error while `work` goes on, once it takes a moment; nothing of it stays. */
export async function withSpinner<Result>(
  stderr: NodeJS.WriteStream,
  env: Readonly<Record<string, string | undefined>>,
  work: () => Promise<Result>,
): Promise<Result> {
  const shown = [...(hasUnicode(env) ? frames.unicode : frames.ascii)]
  let turn = 0
  let timer = setTimeout(draw, startMs)
  try {
    return await work()
  } finally {
    clearTimeout(timer)
    if (turn > 0) drawLine(stderr)
  }

  function draw(): void {
    drawLine(stderr, shown[turn++ % shown.length])
    timer = setTimeout(draw, frameMs)
  }
}

/** Whether a terminal shows more than ASCII: not Linux's own console, nor the old one of Windows. */
export function hasUnicode(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): boolean {
  if (platform === 'win32') return Boolean(env.WT_SESSION || env.TERM_PROGRAM)
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG
  return env.TERM !== 'linux' && (locale === undefined || /utf-?8/i.test(locale))
}
