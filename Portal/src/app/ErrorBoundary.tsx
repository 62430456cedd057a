import { Component, type ReactNode } from "react";
import { Button, EmptyState } from "../ui";
import { t } from "../localization";

/** An error boundary, so that an error of the portal does not leave an empty page. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state: { error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown): { error: Error } {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <main id="main" tabIndex={-1}>
        <EmptyState
          icon="alert" title={t("app.crashed")}
          action={
            <Button kind="primary" onClick={() => location.reload()}>{t("app.reload")}</Button>
          }
        >
          <p>{t("app.crashed-text")}</p>
          <p><code>{error.message}</code></p>
        </EmptyState>
      </main>
    );
  }
}
