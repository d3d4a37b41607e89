export interface StepsProps {
  /** Names in order; finished ones may be links back, which `onOpen` follows without leaving the page. */
  steps: readonly { label: string; href?: string; onOpen?: () => void }[]
  /** Index of the current one. */
  now: number
  /** "Step 3 of 6"; without it nothing is counted, neither in words nor in circles. */
  position?: string
}

/** Web: numbered circles on a line. Phones and narrow windows: the position, the name, one bar per step. */
export function Steps({ steps, now, position }: StepsProps) {
  const stateOf = (i: number): string | undefined => (i < now ? 'done' : i === now ? 'now' : undefined)
  return (
    <>
      <ol className="steps mobile:hidden max-lg:hidden">
        {steps.map(({ label, href, onOpen }, i) => (
          <li key={label} className={stateOf(i)} aria-current={i === now ? 'step' : undefined}>
            <span className="dot">{position && i + 1}</span>
            {i < now && href ? (
              <a
                className="hover:text-teal hover:underline"
                href={href}
                onClick={
                  onOpen &&
                  ((event) => {
                    event.preventDefault()
                    onOpen()
                  })
                }
              >
                {label}
              </a>
            ) : (
              label
            )}
          </li>
        ))}
      </ol>
      <div className="web:lg:hidden">
        <p className="text-small text-ink-2">
          {position} <strong className={`font-semibold text-ink ${position ? 'ml-2' : ''}`}>{steps[now]?.label}</strong>
        </p>
        <div className="step-bars mt-2" aria-hidden="true">
          {steps.map(({ label }, i) => (
            <span key={label} className={stateOf(i)} />
          ))}
        </div>
      </div>
    </>
  )
}
