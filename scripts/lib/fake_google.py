"""A local OpenID provider that simulates Google, for local experiments.

Lets anyone on this machine sign in as a sample user, so it listens on the loopback interface only.
Prints its address and serves until it is stopped.
"""

import logging
import warnings

# Warnings of libraries meant for their own developers.
warnings.simplefilter("ignore")

import oidc_provider_mock  # noqa: E402
from werkzeug.serving import make_server  # noqa: E402

USERS = {"owner": "Olivia Owner", "editor": "Emil Editor", "drafter": "Dana Drafter",
         "viewer": "Vera Viewer"}


def main():
    logging.disable(logging.WARNING)
    users = [
        oidc_provider_mock.User(sub=f"{name}@example.com", claims={
            "email": f"{name}@example.com", "email_verified": True, "name": title})
        for name, title in USERS.items()]
    application = oidc_provider_mock.app(user_claims=users)
    server = make_server("127.0.0.1", 0, application, threaded=True)
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()


main()
