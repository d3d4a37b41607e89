/** The signature field: drawn, or the full name typed by those who cannot draw. */
import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../../app/words/words.tsx'
import { formatInstant, formatRecent } from '../../../../../lib/days/dates.ts'
import { countCharacters } from '../../../../../lib/people/person-names.ts'
import { NAME_MAX } from '../../../../../lib/bounded-schemas.ts'
import { Field, FieldGroup } from '../../../../../ui/Field.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { SignaturePad } from '../../../../../ui/SignaturePad.tsx'
import { TextInput } from '../../../../../ui/TextInput.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { DraftView } from '../../../contract.ts'
import { MOST_POINTS, MOST_STROKES, SIGNATURE_HEIGHT, SIGNATURE_WIDTH } from '../../../rules/draft/signature-strokes.ts'
import { SignaturePicture } from '../../signature-picture.tsx'
import { $sign, sign, signAgain } from '../store/signature-store.ts'

const FIELD = { width: SIGNATURE_WIDTH, height: SIGNATURE_HEIGHT, strokes: MOST_STROKES, points: MOST_POINTS }
/** With more boxes than this, each would be too narrow to write in. */
const MOST_BOXES = 6

interface Props {
  draft: DraftView
  /** An earlier signature is valid, and no new one was begun on this device. */
  stands: boolean
  errorOf: (key: string) => string | undefined
  /** Continues to the next step, where nothing but the signature is missing. */
  goOn: (() => void) | undefined
}

export function SignatureField({ draft, stands, errorOf, goOn }: Props) {
  const t = useT()
  const hand = useStore($sign)
  const { signer } = draft
  const name = signer.name || hand.name
  const typed = hand.kind === 'typed'
  return (
    <section className="grid gap-4" aria-labelledby="hand">
      <div className="grid gap-1">
        <h2 className="type-h2" id="hand">
          {name ? t('claimform:sign.name', { name }) : t('claimform:sign.nameOpen')}
        </h2>
        <p className="text-small text-ink-2">{t(`claimform:sign.hint.${signer.role}`)}</p>
      </div>
      {stands ? (
        <Standing draft={draft} />
      ) : (
        <>
          {signer.name === '' && !typed && (
            <Field
              id="guardianName"
              label={t('claimform:sign.guardian')}
              hint={t('claimform:sign.guardianHint')}
              error={errorOf('guardianName')}
              className="max-w-md"
            >
              <TextInput
                value={hand.name}
                onChange={(value) => sign({ name: value })}
                maxLength={NAME_MAX}
                autoComplete="name"
              />
            </Field>
          )}
          {typed ? (
            <Field
              id="typedName"
              label={t('claimform:sign.typed')}
              hint={t(signer.reader ? 'claimform:sign.typedHint' : 'claimform:sign.other.typed', { name: signer.name })}
              error={errorOf('typedName')}
              className="max-w-md"
            >
              <TextInput
                value={hand.typed}
                onChange={(value) => sign({ typed: value })}
                maxLength={NAME_MAX}
                autoComplete="off"
              />
            </Field>
          ) : (
            <Drawn name={name} error={errorOf('signature')} goOn={goOn} />
          )}
          <SignStatus draft={draft} />
          <p>
            <TextLink onClick={() => sign({ kind: typed ? 'drawn' : 'typed' })}>
              {t(typed ? 'claimform:sign.draw' : 'claimform:sign.cannot')}
            </TextLink>
          </p>
        </>
      )}
    </section>
  )
}

function Drawn({ name, error, goOn }: { name: string; error: string | undefined } & Pick<Props, 'goOn'>) {
  const t = useT()
  const { strokes } = useStore($sign)
  const chinese = /^[\p{Script=Han}·]+$/u.test(name)
  const count = countCharacters(name)
  return (
    <FieldGroup id="signature" label={<span className="sr-only">{t('claimform:sign.field')}</span>} error={error}>
      <SignaturePad
        field={FIELD}
        ink={strokes}
        onDone={goOn}
        onChange={(ink) => sign({ strokes: ink })}
        boxes={chinese && count <= MOST_BOXES ? count : 0}
        words={{
          label: t('claimform:sign.strokes', { count: strokes.length }),
          undo: t('claimform:sign.undo'),
          clear: t('claimform:sign.clear'),
          across: t('claimform:sign.across'),
          done: t(goOn ? 'claimform:sign.doneAndGo' : 'claimform:sign.done'),
          title: name ? t('claimform:sign.name', { name }) : t('claimform:sign.nameOpen'),
        }}
      />
    </FieldGroup>
  )
}

/** Where the signature is stored: on this device, or on the server and thus on every device. */
function SignStatus({ draft }: { draft: DraftView }) {
  const t = useT()
  const lang = useLang()
  const now = useNow()
  const { state, kind, strokes, typed, read } = useStore($sign)
  const at = draft.signature ? formatRecent(draft.signature.at, lang, now) : ''
  // The signature is sent by itself once the text is ticked as read.
  const waits = !read && (kind === 'drawn' ? strokes.length > 0 : typed !== '')
  const words =
    state === 'saved'
      ? t('claimform:sign.saved', { time: at })
      : state === 'saving'
        ? t('claimform:sign.saving')
        : state === 'offline'
          ? t('claimform:sign.offline')
          : waits
            ? t('claimform:sign.kept')
            : ''
  return (
    <p
      role="status"
      className={`num flex min-h-6 items-start gap-2 text-small ${state === 'saved' ? 'text-ok' : 'text-ink-2'}`}
    >
      {words && (
        <Icon
          name={state === 'saved' ? 'check' : state === 'offline' ? 'wifi-off' : 'smartphone'}
          size={16}
          className="mt-1"
        />
      )}
      {words}
    </p>
  )
}

/** A valid signature that was given before, here or on another device. */
function Standing({ draft }: { draft: DraftView }) {
  const t = useT()
  const lang = useLang()
  if (!draft.signature) return null
  const { kind, name, at } = draft.signature
  const words = t(`claimform:sign.standing.${kind}`, { name })
  return (
    <div className="panel grid gap-1 p-5">
      <p className="flex items-center gap-2 font-semibold text-ok">
        <Icon name="check" />
        {words}
      </p>
      {kind === 'drawn' && <SignaturePicture claim={draft.id} at={at} label={words} />}
      <p className="num text-small text-ink-2">{t('claimform:sign.savedOn', { time: formatInstant(at, lang) })}</p>
      <p>
        <TextLink onClick={signAgain}>{t('claimform:sign.again')}</TextLink>
      </p>
    </div>
  )
}
