const KB = 1024

/** "538 KB", "2.4 MB": the same in both languages. */
export const formatFileSize = (bytes: number): string =>
  bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
