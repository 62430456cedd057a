import { Fragment } from "react";
import { shortcutGroups, usesSingleKeys } from "../../model/shortcuts";
import { useStore } from "../../model/store";
import { Dialog, Kbd, keyCaps, Switch } from "../../ui";
import { t } from "../../localization";

/** All keyboard shortcuts of the editor. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title={t("help.keys")} onClose={onClose} width="wide">
      <Shortcuts heading="h3" />
    </Dialog>
  );
}

/** The shortcuts by scope, and a switch for those of a single key. */
export function Shortcuts({ heading: Heading }: { heading: "h2" | "h3" }) {
  const isOn = useStore(usesSingleKeys);
  return (
    <>
      <div className="help-keys">
        {shortcutGroups.filter((group) => group.shortcuts.length > 0).map((group) => (
          <section key={group.title}>
            <Heading>{t(group.title)}</Heading>
            <dl>
              {group.shortcuts.map(({ keys, text }) => (
                <div key={text}>
                  <dt>{t(text)}</dt>
                  <dd>
                    {keys.map((key, index) => (
                      <Fragment key={key}>
                        {index > 0 && <span className="help-or">{t("help.key-or")}</span>}
                        {keyCaps(key).map((cap) => <Kbd key={cap}>{cap}</Kbd>)}
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Switch
        label={t("help.single-keys")} hint={t("help.single-keys-hint")} isOn={isOn}
        onChange={usesSingleKeys.set}
      />
    </>
  );
}
