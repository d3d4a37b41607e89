export interface LogoProps {
  size?: number
  className?: string
}

/** 方, drawn as one line; it also looks like a person walking. `currentColor`, teal by default. */
export function Logo({ size = 28, className = 'text-teal' }: LogoProps) {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth="3"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle cx="14.4" cy="3.3" r="2.8" fill="currentColor" stroke="none" />
      <path d="M2 10h24M12 10.5C11.7 17.5 8.7 23.2 2.6 26.6M11.3 17h10.5q1.1 0 1 1.1c-.3 3.4-.7 5.6-1.3 7.2q-1.2 2.7-5.7.8" />
    </svg>
  )
}
