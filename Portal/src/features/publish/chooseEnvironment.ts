import type { ApplicationModel } from "../../model/application";
import { toast } from "../../ui";
import { describeFailure } from "./publishFailure";

/** Selects the environment to publish to; reports the reason if the selection fails. */
export async function chooseEnvironment(
  application: ApplicationModel, name: string,
): Promise<void> {
  try {
    await application.chooseEnvironment(name);
  } catch (error) {
    toast({ kind: "danger", text: describeFailure(error).text });
  }
}
