/**
 * A mobile number or email. Normalised when the field is left; a likely mistake in an address is pointed out, and never
 * corrected by itself.
 */
import { useEffect, useRef, useState } from 'react'
import { channelOf, isMobile, normaliseMobile, tidyEmail } from '../../lib/people/contact.ts'
import { afterPress } from '../../ui/after-press.ts'
import { TextInput, type TextInputProps } from '../../ui/TextInput.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { useT } from '../words/words.tsx'

interface ContactInputProps extends Omit<TextInputProps, 'ref' | 'onBlur'> {
  /** `either`: the person chooses. */
  kind: 'email' | 'mobile' | 'either'
}

export function ContactInput({ kind, value, onChange, ...rest }: ContactInputProps) {
  const t = useT()
  const input = useRef<HTMLInputElement>(null)
  const [typing, setTyping] = useState(false)
  const [suggested, suggest] = useState<{ for: string; email: string | undefined }>()
  const asked = !typing && kind !== 'mobile' && value.includes('@') && value
  const meant = asked === suggested?.for && suggested?.email
  useEffect(() => {
    // Few people mistype: the list of mail providers is loaded only when the field is left.
    if (asked)
      void import('../../lib/people/email-suggestion.ts').then(
        ({ emailSuggestion }) => suggest({ for: asked, email: emailSuggestion(asked) }),
        () => undefined,
      )
  }, [asked])
  const leave = (): void => {
    afterPress(() => setTyping(false))
    const tidy = tidied(value, kind)
    if (tidy !== value) onChange(tidy)
  }
  return (
    <>
      <TextInput
        {...rest}
        ref={input}
        value={value}
        onBlur={leave}
        onChange={(text) => {
          setTyping(true)
          onChange(text)
        }}
      />
      {meant && (
        <p role="status" className="text-small">
          <TextLink
            onClick={() => {
              onChange(meant)
              input.current?.focus()
            }}
          >
            {t('ui:emailMeant', { email: meant })}
          </TextLink>
        </p>
      )}
    </>
  )
}

/** Converts full-width signs of a Chinese keyboard to plain ones, and drops +86, which is shown before the field. */
function tidied(text: string, kind: ContactInputProps['kind']): string {
  if (kind === 'email' || (kind === 'either' && channelOf(text) === 'email')) return tidyEmail(text)
  const number = normaliseMobile(text)
  return isMobile(number) ? number : text.normalize('NFKC').trim()
}
