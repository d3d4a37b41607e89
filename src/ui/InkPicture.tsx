import type { Ink } from './ink-strokes.ts'

/** A finished signature, for viewing. `label` says whose it is. */
export function InkPicture({ ink, width, height, label }: { ink: Ink; width: number; height: number; label: string }) {
  return (
    <svg
      className="block h-auto w-full"
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {ink.map((stroke, i) => (
        <g key={i}>
          {stroke.map(([x, y, wide], j) => {
            const [fromX, fromY] = stroke[j - 1] ?? [x, y]
            return <path key={j} d={`M${fromX} ${fromY}L${x} ${y}`} strokeWidth={wide / 10} />
          })}
        </g>
      ))}
    </svg>
  )
}
