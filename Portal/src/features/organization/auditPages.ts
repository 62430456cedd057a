import type { AuditEntry } from "../../api";

/** Entries of the audit log, newest first. */
export interface AuditPage {
  entries: AuditEntry[];
  /** The cursor of the next page; null at the end. */
  next: string | null;
}

/**
 * Loads the entries of all pages, newest first; rejects if a page cannot be loaded.
 *
 * @param onProgress Called after each page with the number of entries so far.
 */
export async function loadAllEntries(
  load: (cursor?: string) => Promise<AuditPage>, onProgress: (count: number) => void,
): Promise<AuditEntry[]> {
  const entries: AuditEntry[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    entries.push(...page.entries);
    onProgress(entries.length);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return entries;
}
