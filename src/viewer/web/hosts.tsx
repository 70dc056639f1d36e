import type { HostsOfHook } from "../protocol.js";
import { Line } from "./text.js";

/** What every host would make of what each hook printed. */
export function Hosts({ hosts }: { hosts: readonly HostsOfHook[] }) {
  return (
    <>
      {hosts.map(({ hook, hosts: answers }) => (
        <div key={hook}>
          {hosts.length > 1 && (
            <h3>
              <Line text={hook} />
            </h3>
          )}
          <table class="hosts">
            <thead>
              <tr>
                <th scope="col">host</th>
                <th scope="col">what happens</th>
                <th scope="col">what to do</th>
              </tr>
            </thead>
            <tbody>
              {answers.map(({ host, effect, lost, note }) => (
                <tr key={host} class={lost ? "lost" : ""}>
                  <td>{host}</td>
                  <td class="effect">
                    <Line text={effect} />
                  </td>
                  <td class="dim">
                    <Line text={note} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ))}
    </>
  );
}
