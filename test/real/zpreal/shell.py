"""Runs commands: with a log, a time limit, and nothing left behind."""

import os
import signal
import subprocess
import time


def run_quiet(command, folder=None):
    """Returns (exit status, what it printed)."""
    env = dict(os.environ, DEBIAN_FRONTEND="noninteractive", LC_ALL="C")
    done = subprocess.run(command, cwd=folder, env=env, text=True,
                          errors="replace", stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          check=False)
    return done.returncode, done.stdout


def run_logged(script, folder, env, log, limit):
    """Runs a shell script. Returns (exit status or "timeout", seconds)."""
    start = time.monotonic()
    with open(log, "wb") as out:
        # A session of its own, so that a timeout ends its children with it.
        process = subprocess.Popen(["/bin/sh", "-e", "-c", script], cwd=folder,
                                   env=env, stdin=subprocess.DEVNULL,
                                   stdout=out, stderr=subprocess.STDOUT,
                                   start_new_session=True)
        try:
            status = process.wait(timeout=limit)
        except subprocess.TimeoutExpired:
            status = "timeout"
        finally:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
            process.wait()
    return status, time.monotonic() - start
