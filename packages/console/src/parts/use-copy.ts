import { useEffect, useState } from 'react'

/** Copies texts, and says for a moment what came of it: over plain http a browser lets no page copy. */
export function useCopy(): { said: string | null; copy: (text: string) => Promise<boolean> } {
  const [said, setSaid] = useState<string | null>(null)
  useEffect(() => {
    if (said === null) return
    const timer = setTimeout(() => setSaid(null), 1_500)
    return () => clearTimeout(timer)
  }, [said])
  return {
    said,
    async copy(text) {
      const isCopied = await Promise.resolve()
        .then(() => navigator.clipboard.writeText(text))
        .then(
          () => true,
          () => false,
        )
      setSaid(isCopied ? 'Copied' : 'Copy it by hand: this page isn’t https')
      return isCopied
    },
  }
}
