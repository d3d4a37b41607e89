/** Rejects when `load` has not come within the limit. */
export function within<T>(load: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('time limit')), ms)
  })
  return Promise.race([load, limit]).finally(() => clearTimeout(timer))
}
