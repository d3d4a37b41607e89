import { rulerPosition, rulerTicks, type RulerShape } from './ruler-ticks.ts'

export interface RulerProps extends RulerShape {
  /** In words, for screen readers: "Day 3 of 5, stopped". The same words are beside it. */
  label: string
  /** `stopped` draws a bar at the position reached. */
  state?: 'running' | 'stopped' | 'late'
  /** 72 × 16, for tables. */
  small?: boolean
}

const LARGE = { top: 6, tall: 28, low: 10, bar: 40 }
const SMALL = { top: 1, tall: 14, low: 6, bar: 16 }

/**
 * A scale of time: its ticks are days or hours of real time. Positions are attributes, so that no inline style is
 * needed.
 */
export function Ruler({ label, state = 'running', small, ...shape }: RulerProps) {
  const size = small ? SMALL : LARGE
  const at = rulerPosition(shape)
  const classes = ['ruler', small && 'ruler-small', state === 'late' && 'ruler-late'].filter(Boolean).join(' ')
  return (
    <svg className={classes} role="img" aria-label={label}>
      {rulerTicks(shape).map(({ x, tall, used }) => {
        const height = tall ? size.tall : size.low
        const y = size.top + size.tall - height
        return (
          <rect
            key={x}
            className={used ? 'used' : undefined}
            x={`${x}%`}
            y={y}
            width={tall || !small ? 2 : 1.5}
            height={height}
          />
        )
      })}
      {state === 'stopped' && (
        <rect className="stop" x={`${at}%`} y={0} width={4} height={size.bar} rx={2} transform="translate(-1)" />
      )}
    </svg>
  )
}
