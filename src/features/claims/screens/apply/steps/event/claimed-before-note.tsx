/** Tells that an earlier claim contains the same, and leads to it. It stops nobody: a second bill of one day is legal. */
import type { MouseEvent, ReactNode } from 'react'
import type { FileNote } from '../../../../../../app/photos/upload-types.ts'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { dayOf, formatDay } from '../../../../../../lib/days/dates.ts'
import { localPath } from '../../../../../../lib/locale.ts'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { progressPath } from '../../../../rules/claim-paths.ts'
import type { ClaimedBefore } from '../../../../contract.ts'
import { leave } from '../../store/wizard-store.ts'

/** What is told of an earlier claim, with the way to it. */
function useEarlierClaim(): (found: ClaimedBefore) => FileNote {
  const t = useT()
  const lang = useLang()
  return ({ kind, claim, submittedAt }) => {
    const words = t(`claimform:claimedBefore.${kind}`, { day: formatDay(dayOf(submittedAt), lang) })
    const link = <SavedLink href={localPath(lang, progressPath(claim))}>{t('claimform:claimedBefore.open')}</SavedLink>
    const shown = (
      <span>
        {words} {link}
      </span>
    )
    return { words, shown }
  }
}

/** The files that an earlier claim contains: what is told at one of them, by its id. */
export function useFilesClaimedBefore(all: readonly ClaimedBefore[]): (id: string) => FileNote | undefined {
  const told = useEarlierClaim()
  return (id) => {
    const found = all.find(({ kind, part }) => kind === 'file' && part === id)
    return found && told(found)
  }
}

interface NoteProps {
  /** The earlier claim of this visit. */
  found: ClaimedBefore | undefined
  /** What these fields ask for: nothing is told here of what is the same elsewhere. */
  kind: ClaimedBefore['kind']
  children: ReactNode
}

/** Fields, and below them what is told of an earlier claim. The empty place is there from the start, to announce it. */
export function WithClaimedBefore({ found, kind, children }: NoteProps) {
  const told = useEarlierClaim()
  const note = found?.kind === kind ? told(found) : undefined
  return (
    <div>
      {children}
      <div role="status">
        {note && (
          <p className="mt-2 flex max-w-[68ch] gap-2 text-small text-warn">
            <Icon name="triangle-alert" size={16} className="mt-[calc((1lh-1rem)/2)]" />
            {note.shown}
          </p>
        )}
      </div>
    </div>
  )
}

/** Saves what was typed before it leaves the wizard; the browser's back button returns to this step. */
function SavedLink({ href, children }: { href: string; children: ReactNode }) {
  function go(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    void leave(href)
  }
  return (
    <TextLink look="inline" href={href} onClick={go}>
      <span className="nobr">{children}</span>
    </TextLink>
  )
}
