/** An address to give to someone else: to copy, or to share with another app where the browser supports it. */
import { useState } from 'react'
import { Button } from './Button.tsx'

interface Props {
  url: string
  /** `title`: the title for the other app. */
  words: { copy: string; copied: string; notCopied: string; share: string; title: string }
}

export function LinkToShare({ url, words }: Props) {
  const [copied, setCopied] = useState<'copied' | 'notCopied'>()
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(url)
      setCopied('copied')
    } catch {
      // No clipboard, or no permission: pressing the text selects it.
      setCopied('notCopied')
    }
  }
  const share = (): void => void navigator.share({ title: words.title, url }).catch(() => undefined)
  return (
    <>
      <p className="panel num p-4 text-small break-all select-all" data-shared-link>
        {url}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button look="primary" icon="copy" onClick={() => void copy()}>
          {words.copy}
        </Button>
        {'share' in navigator && (
          <Button icon="share" onClick={share}>
            {words.share}
          </Button>
        )}
        <span className="text-small text-ink-2" role="status">
          {copied && words[copied]}
        </span>
      </div>
    </>
  )
}
